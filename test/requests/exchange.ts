import { Agent, request } from 'node:http'
import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'

/* One HTTP request and its response for tests: like fetch, with a third of its processor time. */

interface Exchanged {
  status: number
  text: string
  headers: Headers
}

const agent = new Agent({ keepAlive: true })
/** The headers that fetch sends. */
const own = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
}
const decoder = new TextDecoder()
const unpack: Readonly<Record<string, (packed: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gunzip),
  deflate: promisify<Buffer, Buffer>(inflate),
}

/** Does not follow redirects. Throws if there is no response. */
export async function exchange(
  method: string,
  address: string,
  body: string | Uint8Array | undefined,
  headers: Record<string, string>,
): Promise<Exchanged> {
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const { status, raw, bytes } = await send(method, new URL(address), body, { ...own, ...lowered })
  const answered = new Headers()
  for (let at = 0; at < raw.length; at += 2) answered.append(raw[at] ?? '', raw[at + 1] ?? '')
  const encoding = answered.get('content-encoding')
  const plain = encoding && bytes.length > 0 ? ((await unpack[encoding]?.(bytes)) ?? bytes) : bytes
  return { status, text: decoder.decode(plain), headers: answered }
}

const send = (method: string, url: URL, body: string | Uint8Array | undefined, headers: Record<string, string>) =>
  new Promise<{ status: number; raw: readonly string[]; bytes: Buffer }>((done, failed) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sending = request(url, { agent, method, headers: { ...length, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', failed)
      answer.on('end', () => {
        const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
        done({ status: answer.statusCode ?? 0, raw: answer.rawHeaders, bytes })
      })
    })
    sending.on('error', failed)
    sending.end(body)
  })
