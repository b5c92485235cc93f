import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { importsApi } from '#shared/imports/api.ts'
import { clientOf } from '#test/client.ts'

const file = fileURLToPath(new URL('../../../shared/data/scms-delivery-history.csv', import.meta.url))

/** Seconds from the upload of the real delivery history until all valid lines are imported; null without the file. */
export async function runImport(port: number, cookie: string): Promise<number | null> {
  if (!existsSync(file)) {
    console.log(`No import measured: ${file} is not there.`)
    return null
  }
  const client = clientOf(`http://127.0.0.1:${port}`, '', cookie)
  const begun = performance.now()
  const uploaded = await fetch(`http://127.0.0.1:${port}/api/imports?fileName=history.csv`, {
    method: 'POST',
    headers: { cookie, 'x-requested-with': 'XMLHttpRequest', 'content-type': 'text/csv' },
    body: readFileSync(file),
  })
  if (!uploaded.ok) {
    console.log(`No import measured: the upload was answered with ${uploaded.status} ${await uploaded.text()}`)
    return null
  }
  const { id } = (await uploaded.json()) as { id: string }
  const at = { params: { id } }
  const settled = async () => {
    for (;;) {
      const one = await client.do(importsApi.getImport, at)
      if (!['checking', 'running'].includes(one.state)) return one
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  await client.do(importsApi.checkImport, { ...at, body: {} })
  await settled()
  await client.do(importsApi.runImport, at)
  const { state, good, bad } = await settled()
  const seconds = (performance.now() - begun) / 1000
  console.log(`Import: ${state}, ${good} good lines, ${bad} refused, ${seconds.toFixed(1)} s with its dry run`)
  return state === 'done' ? seconds : null
}
