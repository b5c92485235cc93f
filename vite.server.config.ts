import { builtinModules } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

/** These look for files beside their own, or are made for one machine: they stay in node_modules. */
const external = ['@fastify/swagger-ui', '@node-rs/argon2', 'pdfmake', 'pg-native', 'piscina', 'sharp']

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** V8 keeps a text with one letter beyond Latin-1 in twice the memory: such letters are written as escapes. */
const inAscii: Plugin = {
  name: 'in-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0080-\uffff]/g, escaped)
  },
}

/**
 * The server as a few files: it starts sooner, and needs less memory, than with each of its modules and those of its packages
 * loaded alone. Names and lines stay as they are, so that a stack trace can be read.
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
