import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { overBudget } from './scripts/bundle-budget.mjs'
import { callsOfBrowsers } from './scripts/calls-of-browsers.mjs'
import { precompress } from './scripts/precompress.mjs'

const api = process.env.API_URL ?? 'http://localhost:3000'

/** Sonner writes its styles into the page at run time, which the content security policy forbids: styles.css has them instead. */
export const toastStylesFromFile: Plugin = {
  name: 'toast-styles-from-file',
  transform(code, id) {
    if (!/sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null
    return { code: code.replace(/^__insertCSS\(".*"\);?$/m, ''), map: null }
  },
}

/** Leaflet asks what the browser can do by making markup from text, which Trusted Types forbid: it makes the element instead. */
export const mapWithoutMarkup: Plugin = {
  name: 'map-without-markup',
  transform(code, id) {
    if (!/leaflet[\\/]dist[\\/]leaflet-src\./.test(id)) return null
    const asElement = "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));"
    return { code: code.replace("div.innerHTML = '<svg/>';", asElement), map: null }
  },
}

/** A build that makes every page slow is no build. */
const withinBudget: Plugin = {
  name: 'within-budget',
  generateBundle(_options, bundle) {
    const problems = overBudget(Object.values(bundle).filter((file) => file.type === 'chunk'))
    if (problems.length > 0) this.error(problems.join('\n'))
  },
}

/** Each file is compressed once, here, and not for every browser that asks for it. */
export const compressedOnce: Plugin = {
  name: 'compressed-once',
  writeBundle: ({ dir }) => precompress(dir ?? ''),
}

/** Source maps would tell anybody the sources: they go to dist/maps, which is not served. */
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

/** While developing: the pages that have a document of their own, as server/http/web-app.ts answers them. */
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

/** Buttons without what places tooltips, for bundles of phones: see web/portal/plain-tooltip.tsx. */
export const plainTooltips: Plugin = {
  name: 'plain-tooltips',
  enforce: 'pre',
  resolveId: (id) => (/[\\/]tooltip\.tsx$/.test(id) ? join(import.meta.dirname, 'web/portal/plain-tooltip.tsx') : null),
}

const lateToastNames = ['success', 'error', 'info', 'warning', 'dismiss', 'getToasts']

/** Toasts that come after the page, for the portal's bundle: see web/portal/late-toasts.tsx. */
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

/** Zod can describe every schema as a JSON schema, which no browser asks of it: the names stay, and do nothing. */
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

/** The building blocks of every page. */
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

/** The styles of a bundle are those of its own pages and of the building blocks, not the whole product's. `places`: below web. */
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

/** The browser asks for the dashboard's code while it loads the app, not after it has run it. */
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

/** How the browser side is built and, while developing, joined to a running server. */
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
    // For stack traces of production; kept where browsers can't load them.
    sourcemap: 'hidden',
    // The content security policy has no data: fonts or images of ours, so nothing is inlined.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files a page: over a network each costs a round trip more than its bytes. React changes rarely, so its file
          // stays in the browser's cache from release to release; what many pages share comes in three steps, so that
          // none brings much that it doesn't use. What calls ask and answer is one file, since all of it is loaded with the
          // table of what an event makes old.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 5 },
            { name: 'app', tags: ['$initial'], priority: 4 },
            // Where people land, with all it needs and no more: its address asks for it together with the app.
            { name: 'dashboard', test: dashboardPage, priority: 3.5 },
            // Every page of the office is ready for a scan.
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
      // web/api/*.ts and *.tsx are modules of ours, not calls.
      '^/api/(?!.*\\.tsx?(\\?|$))': api,
      '/health': api,
      '/socket.io': { target: api, ws: true },
    },
  },
})
