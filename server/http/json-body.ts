import type { FastifyInstance } from 'fastify'
import { Refusal } from '#shared/http/refusal.ts'

const maxDepth = 20
const maxListLength = 500

/** JSON is the only body, but where a route takes a file; what could not be meant is refused before it is parsed. */
export function acceptJsonOnly(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['text/plain', 'application/json'])
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes: Buffer, done) => {
    const body = textOf(bytes)
    if (body === null) return done(new Refusal('MALFORMED', 'The body is not UTF-8.'))
    const problem = problemOf(body)
    if (problem) return done(problem)
    return parse(request, body, done)
  })
}

/** Null where the bytes are no text: read leniently, they would be kept as other characters than were sent. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

interface Level {
  /** The names so far; null in a list. */
  names: Set<string> | null
  items: number
}

/**
 * One pass over the text: what is nested too deeply to be written again, lists longer than any that is asked for, and objects
 * that name a key twice, of which JSON.parse would silently keep the last. It judges no syntax: that is the parser's.
 */
function problemOf(json: string): Refusal | null {
  const levels: Level[] = []
  let text: string | null = null
  for (let at = 0; at < json.length; at += 1) {
    const level = levels.at(-1)
    switch (json.charCodeAt(at)) {
      case 0x22: {
        const end = endOfText(json, at)
        text = json.slice(at, end + 1)
        at = end
        break
      }
      case 0x7b: // {
      case 0x5b: // [
        if (levels.length >= maxDepth) return new Refusal('MALFORMED', `The body is nested deeper than ${maxDepth}.`)
        levels.push({ names: json[at] === '{' ? new Set() : null, items: 1 })
        break
      case 0x7d: // }
      case 0x5d: // ]
        levels.pop()
        break
      case 0x2c: // ,
        if (!level || level.names) break
        level.items += 1
        if (level.items > maxListLength)
          return new Refusal('TOO_LARGE', `A list has more than ${maxListLength} entries.`)
        break
      case 0x3a: {
        // :
        const name = level?.names && text !== null ? nameOf(text) : null
        if (name === null) break
        if (level?.names?.has(name)) return new Refusal('MALFORMED', 'The body names the same field twice.')
        level?.names?.add(name)
        break
      }
    }
  }
  return null
}

/** Where the text that begins here ends; the end of all where it doesn't. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === 0x5c) at += 1
    else if (code === 0x22) return at
  }
  return json.length
}

/** `"n\u0061me"` is name. */
function nameOf(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null
  }
}
