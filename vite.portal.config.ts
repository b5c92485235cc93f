import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { overPortalBudget } from './scripts/bundle-budget.mjs'
import { compressedOnce, toastStylesFromFile } from './vite.config.ts'

/** Customers come on phones, and load nothing of the office. */
const withinBudget: Plugin = {
  name: 'portal-within-budget',
  generateBundle(_options, bundle) {
    const problems = overPortalBudget(Object.values(bundle))
    if (problems.length > 0) this.error(problems.join('\n'))
  },
}

/** Buttons without what places tooltips: see web/portal/plain-tooltip.tsx. */
const plainTooltips: Plugin = {
  name: 'plain-tooltips',
  enforce: 'pre',
  resolveId: (id) => (/[\\/]tooltip\.tsx$/.test(id) ? join(import.meta.dirname, 'web/portal/plain-tooltip.tsx') : null),
}

/** The styles are those of the portal's own pages and of the building blocks that they use. */
const ownStyles: Plugin = {
  name: 'portal-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]web[\\/]styles\.css$/.test(id)) return null
    const places = [
      'portal',
      'app/portal',
      'app/shell/auth-layout.tsx',
      'app/shell/skip-link.tsx',
      'app/error-screen.tsx',
    ]
    const shared = ['identity/login', 'identity/public', 'sales/public', 'session', 'ui/*.tsx']
    const sources = [...places, ...shared].map((place) => `@source "./${place}";`).join('\n')
    return {
      code: code.replace("source('.')", 'source(none)').replace('@source not "./**/*.md";', sources),
      map: null,
    }
  },
}

/** The customers' portal, with files of its own below /portal. */
export default defineConfig({
  root: 'web',
  base: '/portal/',
  publicDir: false,
  plugins: [ownStyles, react(), tailwindcss(), toastStylesFromFile, plainTooltips, withinBudget, compressedOnce],
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
            { name: 'many', minShareCount: 5, priority: 0 },
          ],
        },
      },
    },
  },
})
