import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'
import { projectFile } from '#server/kernel/project-files.ts'
import { answer } from './errors.ts'
import { pageHeaders } from './protection.ts'

const webFolder = projectFile('dist/web')

/** Web apps with their own HTML document and bundle; every other path is the office app (index.html). */
const documents = [
  { path: /^\/logistics\/driver-portal(\/|$)/, file: 'driver.html' },
  { path: /^\/track\/?$/, file: 'track.html' },
  // Also the portal of a customer as the office views it.
  { path: /^\/crm\/(customer-portal|customers\/view\/[^/]+\/portal)(\/|$)/i, file: 'portal/portal.html' },
  { path: /^/, file: 'index.html' },
]

/** The URLs of the built files. Compressed files (.br, .gz) have none: they are sent instead of their originals. */
function servedFiles(): Set<string> {
  const names = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
  return new Set(
    names
      .filter((name) => /\.\w+$/.test(name) && !/^\.|\.(br|gz)$/.test(name))
      .map((name) => `/${name.replaceAll('\\', '/')}`),
  )
}

/** Serves the built web app; every path that is not a file is one of its pages. */
export async function serveWeb(http: FastifyInstance): Promise<void> {
  const built = existsSync(`${webFolder}/index.html`)
  const pages = documents.map(({ path, file }) => ({
    path,
    html: built ? readFileSync(`${webFolder}/${file}`, 'utf8') : '',
  }))
  if (built) {
    await http.register(fastifyStatic, {
      root: webFolder,
      // One route for all files: a route for each would take as much memory as a route of the API.
      serve: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/')
        // This service worker controls pages that are not below its own folder.
        if (path.includes('shelf-worker.js')) reply.header('service-worker-allowed', '/crm/customer-portal/shelf')
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    const files = servedFiles()
    http.get('/*', (request, reply) => {
      const [path = ''] = request.url.split('?')
      return files.has(path) ? reply.sendFile(path.slice(1)) : reply.callNotFound()
    })
  }
  http.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.url, 'http://local')
    // A page that could not load its code sends HEAD to see if the server is up.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !/^\/(api|health|socket\.io|assets)(\/|$)/.test(pathname)
    if (!isPage) return answer(reply, request, new Refusal('NOT_FOUND'))
    if (!built) return reply.status(503).type('text/plain').send('The web app is not built. Run npm start.')
    // The scroll lock of dialogs adds a style element, which needs the nonce of this response.
    const { nonce, headers } = pageHeaders(pathname)
    reply.headers(headers)
    const html = pages.find(({ path }) => path.test(pathname))?.html ?? ''
    return reply.type('text/html; charset=utf-8').send(html.replace('__NONCE__', nonce))
  })
}
