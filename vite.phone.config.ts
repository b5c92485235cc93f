import { createHash } from 'node:crypto'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { overPhoneBudget } from './scripts/bundle-budget.mjs'
import { callsOfBrowsers } from './scripts/calls-of-browsers.mjs'
import {
  compressedOnce,
  mapWithoutMarkup,
  moveMaps,
  plainTooltips,
  stylesOf,
  toastStylesFromFile,
} from './vite.config.ts'

/** The URL path of the driver's page and of all paths below it. */
const page = '/logistics/driver-portal'

type Bundle = Rolldown.OutputBundle

/**
 * The files of an entry: its chunks with their imports and assets; with `isLaterIncluded`, also dynamically imported
 * chunks.
 */
function filesOf(bundle: Bundle, entry: string, isLaterIncluded: boolean): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const names = new Set(chunks.filter((chunk) => chunk.isEntry && chunk.name === entry).map((chunk) => chunk.fileName))
  for (const name of names) {
    const chunk = chunks.find((one) => one.fileName === name)
    if (!chunk) continue
    const later = isLaterIncluded ? chunk.dynamicImports : []
    const brought = [...(chunk.viteMetadata?.importedCss ?? []), ...(chunk.viteMetadata?.importedAssets ?? [])]
    for (const one of [...chunk.imports, ...later, ...brought]) names.add(one)
  }
  return [...names].filter((name) => name in bundle)
}

const isFontOfOthers = (name: string) => /\.woff2?$/.test(name) && !/inter-latin-wght-normal/.test(name)

/**
 * Builds the driver's service worker, which precaches all files of the page for offline use. Built after the bundle, when
 * the file names are known, as a classic script, because not all browsers support module workers.
 */
const driverWorker: Plugin = {
  name: 'driver-worker',
  generateBundle(_options, bundle) {
    const problems = overPhoneBudget(sizedFiles(bundle, filesOf(bundle, 'driver', false)))
    if (problems.length > 0) this.error(problems.join('\n'))
  },
  async writeBundle({ dir = '' }, bundle) {
    const font = Object.keys(bundle).filter((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
    const wanted = [...filesOf(bundle, 'driver', false), ...font].filter((one) => !isFontOfOthers(one))
    const names = [...new Set(wanted)].toSorted()
    const all = filesOf(bundle, 'driver', true).filter((one) => !isFontOfOthers(one) && !names.includes(one))
    const readers = Object.keys(bundle).filter((name) => name.endsWith('.wasm'))
    const later = [...new Set([...all, ...readers])].toSorted().map((name) => `/${name}`)
    const html = bundle['driver.html']
    const revision = createHash('sha256')
      .update(names.join('\n'))
      .update(html?.type === 'asset' ? html.source : '')
      .digest('hex')
      .slice(0, 16)
    const files = [
      { url: page, revision },
      ...names.map((name) => ({ url: `/${name}`, revision: null })),
      ...['/first-paint.js', '/icon.svg', '/driver/app.webmanifest', '/driver/icon-192.png'].map((url) => ({
        url,
        revision,
      })),
    ]
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      define: {
        DRIVER_FILES: JSON.stringify(files),
        LATER_FILES: JSON.stringify(later),
        'process.env.NODE_ENV': '"production"',
      },
      build: {
        outDir: dir,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: 'web/driver-worker.ts',
          output: { format: 'iife', entryFileNames: 'driver-worker.js' },
        },
      },
    })
  },
}

/** Includes the one font that is always loaded. */
function sizedFiles(bundle: Bundle, names: readonly string[]) {
  const fonts = Object.keys(bundle).filter((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
  return [...new Set([...names.filter((name) => !/\.(woff2?|wasm)$/.test(name)), ...fonts])].map((name) => {
    const file = bundle[name]
    return { name, content: file?.type === 'chunk' ? file.code : (file?.source ?? '') }
  })
}

/**
 * The driver's page and the delivery tracking page: small bundles separate from the office's, so that phones load none of
 * its code or chunks.
 */
export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [
    stylesOf(['logistics/driver', 'logistics/tracking', 'app/tutorials', 'app/error-boundary.tsx']),
    plainTooltips,
    react(),
    tailwindcss(),
    callsOfBrowsers(),
    toastStylesFromFile,
    mapWithoutMarkup,
    driverWorker,
    moveMaps(),
    compressedOnce,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: false,
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { driver: 'web/driver.html', track: 'web/track.html' },
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
})
