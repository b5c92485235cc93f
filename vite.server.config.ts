import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

/** These look for files beside their own, or are made for one machine: they stay in node_modules. */
const external = ['@fastify/swagger-ui', '@node-rs/argon2', 'pdfmake', 'pg-native', 'piscina', 'sharp']

/**
 * The server as a few files: it starts sooner, and needs less memory, than with each of its modules and those of its packages
 * loaded alone. Names and lines stay as they are, so that a stack trace can be read.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external, target: 'node' },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: { main: 'server/main.ts', app: 'server/app.ts' },
      external: [...external, ...builtinModules, /^node:/],
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
})
