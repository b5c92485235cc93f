import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { overBudget } from './scripts/bundle-budget.mjs'
import { callsOfBrowsers } from './scripts/calls-of-browsers.mjs'
import { precompress } from './scripts/precompress.mjs'

const api = process.env.API_URL ?? 'http://localhost:3000'

/** Sonner injects its styles at run time, which the content security policy forbids: styles.css contains them instead. */
export const toastStylesFromFile: Plugin = {
  name: 'toast-styles-from-file',
  transform(code, id) {
    if (!/sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null
    return { code: code.replace(/^__insertCSS\(".*"\);?$/m, ''), map: null }
  },
}

/** Leaflet detects SVG support with innerHTML, which Trusted Types forbid: this creates the element instead. */
export const mapWithoutMarkup: Plugin = {
  name: 'map-without-markup',
  transform(code, id) {
    if (!/leaflet[\\/]dist[\\/]leaflet-src\./.test(id)) return null
    const asElement = "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));"
    return { code: code.replace("div.innerHTML = '<svg/>';", asElement), map: null }
  },
}

/** Fails the build if the bundle exceeds its size budget. */
const withinBudget: Plugin = {
  name: 'within-budget',
  generateBundle(_options, bundle) {
    const problems = overBudget(Object.values(bundle).filter((file) => file.type === 'chunk'))
    if (problems.length > 0) this.error(problems.join('\n'))
  },
}

/** Compresses each file once at build time, not per request. */
export const compressedOnce: Plugin = {
  name: 'compressed-once',
  writeBundle: ({ dir }) => precompress(dir ?? ''),
}

/** Moves source maps to dist/maps, which is not served, so that the source code stays private. */
export const moveMaps = ({ emptiesFirst = false } = {}): Plugin => ({
  name: 'move-maps',
  writeBundle({ dir = '' }, bundle) {
    if (emptiesFirst) rmSync(join(dir, '../maps'), { recursive: true, force: true })
    for (const name of Object.keys(bundle).filter((file) => file.endsWith('.map'))) {
      const target = join(dir, '../maps', name)
      mkdirSync(dirname(target), { recursive: true })
      renameSync(join(dir, name), target)
    }
  },
})

/** Dev server: serves the pages that have their own HTML document, as server/http/web-app.ts does in production. */
const pagesOfTheirOwn: Plugin = {
  name: 'pages-of-their-own',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const path = request.url?.split(/[?#]/)[0] ?? ''
      if (/^\/logistics\/driver-portal(\/|$)/.test(path)) request.url = '/driver.html'
      if (/^\/track\/?$/.test(path)) request.url = '/track.html'
      if (/^\/crm\/(customer-portal|customers\/view\/[^/]+\/portal)(\/|$)/.test(path)) request.url = '/portal.html'
      next()
    })
  },
}

/** Replaces tooltips, without their positioning library, in the bundles for phones: see web/portal/plain-tooltip.tsx. */
export const plainTooltips: Plugin = {
  name: 'plain-tooltips',
  enforce: 'pre',
  resolveId: (id) => (/[\\/]tooltip\.tsx$/.test(id) ? join(import.meta.dirname, 'web/portal/plain-tooltip.tsx') : null),
}

const lateToastNames = ['success', 'error', 'info', 'warning', 'dismiss', 'getToasts']

/** Loads sonner lazily in the portal's bundle: see web/portal/late-toasts.tsx. */
export const lateToasts: Plugin = {
  name: 'late-toasts',
  transform(code, id) {
    if (id.includes('node_modules') || !/from ['"]sonner['"]/.test(code)) return
    const toastMethods = [...code.matchAll(/\btoast(?:\.(\w+))?\(/g)].map(([, name]) => name ?? 'itself')
    const missing = toastMethods.filter((name) => !lateToastNames.includes(name))
    if (missing.length > 0) this.error(`web/portal/late-toasts.tsx has no toast ${missing.join(', ')}, for ${id}`)
  },
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === 'sonner' && !importer?.endsWith('late-toasts.tsx')
      ? join(import.meta.dirname, 'web/portal/late-toasts.tsx')
      : null,
}

/** Removes Zod's JSON schema conversion, which the browser doesn't use: the exports stay, as empty functions. */
export const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  transform(code, id) {
    if (!/zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/.test(id)) return null
    const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};$/gm)].map(([, name]) => name)
    return {
      code: [...names, ...renamed].map((name) => `export const ${name} = () => undefined`).join('\n'),
      map: null,
    }
  },
}

/** Sources that every bundle's styles include: the shared components. */
const sharedStyles = [
  'identity/public',
  'logistics/public',
  'session',
  'ui/*.tsx',
  'ui/camera',
  'ui/date',
  'ui/map',
  'ui/table/input-button.tsx',
  'ui/table/option-row.tsx',
]

/** Generates a bundle's Tailwind classes only from its own pages and the shared components. `places`: paths below web. */
export const stylesOf = (places: readonly string[]): Plugin => ({
  name: 'styles-of-pages',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]web[\\/]styles\.css$/.test(id)) return null
    const sources = [...places, ...sharedStyles].map((place) => `@source "./${place}";`).join('\n')
    return {
      code: code.replace("source('.')", 'source(none)').replace('@source not "./**/*.md";', sources),
      map: null,
    }
  },
})

const dashboardPage = /[\\/]web[\\/]dashboard[\\/]dashboard-page\.tsx$/

/** Preloads the dashboard's chunk in parallel with the app, rather than after the app has run. */
const dashboardWithTheApp: Plugin = {
  name: 'dashboard-with-the-app',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => dashboardPage.test(id)),
      )
      if (!chunk) return []
      const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}`, fetchpriority: 'low' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
}

/** Build of the office's web app; in development, a proxy to a running server. */
export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    toastStylesFromFile,
    callsOfBrowsers(),
    zodWithoutJsonSchema,
    mapWithoutMarkup,
    dashboardWithTheApp,
    withinBudget,
    moveMaps({ emptiesFirst: true }),
    compressedOnce,
    pagesOfTheirOwn,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // For stack traces in production; stored where browsers can't load them.
    sourcemap: 'hidden',
    // The content security policy allows no `data:` URLs for our fonts and images, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Chunking: few files per page, because a round trip costs more than bytes. React changes rarely, so its chunk
          // stays cached across releases. Modules that many pages share are split in three by the number of sharing
          // chunks, so that a page loads little unused code. The call declarations (`*api.ts`) are one chunk, since the
          // table of events (realtime-refetch.ts) imports them all.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 5 },
            { name: 'app', tags: ['$initial'], priority: 4 },
            // The start page: one chunk with its dependencies outside the groups above, and nothing else. index.html
            // preloads it (dashboardWithTheApp).
            { name: 'dashboard', test: dashboardPage, priority: 3.5 },
            // All office pages listen for scans, so they share the code parser.
            { name: 'codes', test: /[\\/]shared[\\/]codes[\\/]/, priority: 3.4 },
            { name: 'most', minShareCount: 30, priority: 3 },
            { name: 'many', minShareCount: 12, priority: 2 },
            { name: 'some', minShareCount: 5, priority: 1 },
            { name: 'calls', test: /[\\/]shared[\\/].*api\.ts$/, minShareCount: 2, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // web/api/*.ts and *.tsx are source modules, not API calls.
      '^/api/(?!.*\\.tsx?(\\?|$))': api,
      '/health': api,
      '/socket.io': { target: api, ws: true },
    },
  },
})
