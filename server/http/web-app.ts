import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'
import { projectFile } from '#server/kernel/project-files.ts'
import { answer } from './errors.ts'
import { pageHeaders } from './protection.ts'

const webFolder = projectFile('dist/web')

/** Pages with a document and a bundle of their own; every other path is the office's. */
const documents = [
  { path: /^\/logistics\/driver-portal(\/|$)/, file: 'driver.html' },
  { path: /^\/track\/?$/, file: 'track.html' },
  // Also below a customer, as the office sees it.
  { path: /^\/crm\/(customer-portal|customers\/view\/[^/]+\/portal)(\/|$)/i, file: 'portal/portal.html' },
  { path: /^/, file: 'index.html' },
]

/** The addresses of what was built. Packed files have none: they go out in place of what they were packed from. */
function servedFiles(): Set<string> {
  const names = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
  return new Set(
    names
      .filter((name) => /\.\w+$/.test(name) && !/^\.|\.(br|gz)$/.test(name))
      .map((name) => `/${name.replaceAll('\\', '/')}`),
  )
}

/** The built web app; every path that is not a file is one of its pages. */
export async function serveWeb(http: FastifyInstance): Promise<void> {
  const built = existsSync(`${webFolder}/index.html`)
  const pages = documents.map(({ path, file }) => ({
    path,
    html: built ? readFileSync(`${webFolder}/${file}`, 'utf8') : '',
  }))
  if (built) {
    await http.register(fastifyStatic, {
      root: webFolder,
      // One route for all of them: each by itself costs as much memory as a call of the API.
      serve: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/')
        // It holds pages that are not below its own folder.
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
    // A page that could not load its code asks by HEAD whether the server is there.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isPage = isRead && !/^\/(api|health|socket\.io|assets)(\/|$)/.test(pathname)
    if (!isPage) return answer(reply, request, new Refusal('NOT_FOUND'))
    if (!built) return reply.status(503).type('text/plain').send('The web app is not built. Run npm start.')
    // The dialogs' scroll lock writes a style element; it carries the nonce that only this answer has.
    const { nonce, headers } = pageHeaders(pathname)
    reply.headers(headers)
    const html = pages.find(({ path }) => path.test(pathname))?.html ?? ''
    return reply.type('text/html; charset=utf-8').send(html.replace('__NONCE__', nonce))
  })
}
