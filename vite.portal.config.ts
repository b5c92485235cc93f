import { createHash } from 'node:crypto'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { overPortalBudget } from './scripts/bundle-budget.mjs'
import { callsOfBrowsers } from './scripts/calls-of-browsers.mjs'
import {
  compressedOnce,
  lateToasts,
  plainTooltips,
  stylesOf,
  toastStylesFromFile,
  zodWithoutJsonSchema,
} from './vite.config.ts'

/** Budget for phones: fails the build if the portal's bundle exceeds it. */
const withinBudget: Plugin = {
  name: 'portal-within-budget',
  generateBundle(_options, bundle) {
    const problems = overPortalBudget(Object.values(bundle))
    if (problems.length > 0) this.error(problems.join('\n'))
  },
}

/** Modules of the pages that work offline, including the camera's code reader and toasts. */
const heldModules = /[\\/](portal[\\/]shelf-[a-z-]*page\.tsx|ui[\\/]camera[\\/].+|sonner[\\/]dist[\\/].+)$/

/** Files to precache: those of the first load and of the shelf pages, relative to the portal's base. */
function heldFiles(bundle: Rolldown.OutputBundle): string[] {
  const files = Object.values(bundle)
  const chunks = files.filter((file) => file.type === 'chunk')
  const wanted = chunks.filter((chunk) => chunk.isEntry || chunk.moduleIds.some((id) => heldModules.test(id)))
  const names = new Set(wanted.map((chunk) => chunk.fileName))
  for (const name of names) {
    const chunk = chunks.find((one) => one.fileName === name)
    const brought = [...(chunk?.viteMetadata?.importedCss ?? []), ...(chunk?.viteMetadata?.importedAssets ?? [])]
    for (const one of [...(chunk?.imports ?? []), ...brought]) names.add(one)
  }
  const always = files.flatMap(({ fileName }) => (/\.(css|wasm)$/.test(fileName) ? [fileName] : []))
  const isOtherFont = (name: string) => /\.woff2?$/.test(name) && !/inter-latin-wght-normal/.test(name)
  return [...new Set([...names, ...always])].filter((name) => name in bundle && !isOtherFont(name)).toSorted()
}

/**
 * Builds the shelf's service worker, which precaches its files. Built after the bundle, when the file names are known, as
 * a classic script, because not all browsers support module workers.
 */
const shelfWorker: Plugin = {
  name: 'shelf-worker',
  async writeBundle({ dir = '' }, bundle) {
    const names = heldFiles(bundle)
    const html = bundle['portal.html']
    const revision = createHash('sha256')
      .update(names.join('\n'))
      .update(html?.type === 'asset' ? html.source : '')
      .digest('hex')
      .slice(0, 16)
    const files = [
      ...['/crm/customer-portal/shelf', '/first-paint.js', '/icon.svg'].map((url) => ({ url, revision })),
      ...names.map((name) => ({ url: `/portal/${name}`, revision: null })),
    ]
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      define: { SHELF_FILES: JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: dir,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'web/portal-worker.ts',
          output: { format: 'iife', entryFileNames: 'shelf-worker.js' },
        },
      },
    })
  },
}

/** Build of the customer portal; its files are served below /portal. */
export default defineConfig({
  root: 'web',
  base: '/portal/',
  publicDir: false,
  plugins: [
    stylesOf([
      'portal',
      'app/portal',
      'app/shell/auth-layout.tsx',
      'app/shell/skip-link.tsx',
      'app/error-screen.tsx',
      'identity/login',
      'sales/public/order-status-badge.tsx',
      'sales/public/photo-list.tsx',
      'sales/public/return-status-badge.tsx',
    ]),
    react(),
    tailwindcss(),
    callsOfBrowsers(),
    toastStylesFromFile,
    zodWithoutJsonSchema,
    lateToasts,
    plainTooltips,
    withinBudget,
    shelfWorker,
    compressedOnce,
  ],
  build: {
    outDir: '../dist/web/portal',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'web/portal.html',
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 2 },
            { name: 'portal', tags: ['$initial'], priority: 1 },
            // One chunk for what the home page needs, without modules that only other pages share.
            {
              name: 'home',
              test: /portal[\\/](home-page|row-link)\.tsx|ui[\\/]relative-time|order-status-badge/,
              priority: 1,
            },
            { name: 'many', minShareCount: 8, priority: 0 },
          ],
        },
      },
    },
  },
})
