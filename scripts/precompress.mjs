import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/**
 * Writes `<file>.br` and `<file>.gz` next to every script, style, SVG, JSON and WebAssembly file of a build, if it has 1 kB or
 * more. HTML pages are left out, because each response has its own nonce.
 * @param {string} folder
 */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|svg|json|wasm)$/.test(name),
  )
  await Promise.all(
    files.map(async (name) => {
      const file = join(folder, name)
      // Several builds write to this folder one after the other, and each compresses its files.
      if (existsSync(`${file}.gz`)) return
      const content = readFileSync(file)
      if (content.length < 1024) return
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${file}.br`, await asBrotli(content, { params }))
      writeFileSync(`${file}.gz`, await asGzip(content, { level: 9 }))
    }),
  )
}
