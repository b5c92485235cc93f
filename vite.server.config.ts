import { builtinModules } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

/** Packages that load files from their own folder or have native binaries; they stay in node_modules. */
const external = ['@fastify/swagger-ui', '@node-rs/argon2', 'pdfmake', 'pg-native', 'piscina', 'sharp']

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * V8 stores a string with any character beyond Latin-1 in two bytes per character, so such characters are written as
 * escapes.
 */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escaped)
  },
}

/**
 * Bundles the server into a few files: it starts faster and needs less memory than with separate modules. Names and lines
 * are kept, so that stack traces are readable.
 */
export default defineConfig({
  publicDir: false,
  plugins: [inAscii],
  ssr: { noExternal: true, external, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: { main: 'server/main.ts', app: 'server/app.ts' },
      external: [...external, ...builtinModules, /^node:/],
      output: { comments: false, entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
