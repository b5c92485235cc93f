import type { Company } from './environment.ts'

const goalMb = 50
const resting = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * How much the memory of the process grows at its peak during a complete export, three times in each format; the first
 * time includes compiled code and memory that the process keeps. For comparison, first the growth by 300 requests of a
 * list.
 */
export async function exportMemory({ app, get }: Company, products: number) {
  const results: { summary: string; name: string; bytes: number; seconds: number; grown: number }[] = []
  const watched = async (name: string, work: () => Promise<number>) => {
    await resting(1500)
    const before = app.memory()
    let peak = before
    const sampling = setInterval(() => (peak = Math.max(peak, app.memory())), 20)
    const begun = performance.now()
    const bytes = await work()
    clearInterval(sampling)
    const seconds = (performance.now() - begun) / 1000
    const grown = peak - before
    const summary = `${name}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s; the process ${before} → ${peak} MB, + ${grown} (goal ${goalMb})`
    results.push({ summary, name, bytes, seconds, grown })
  }
  await watched('300 lists of 50 before', async () => {
    let bytes = 0
    for (let n = 0; n < 300; n += 1) bytes += (await (await get('/api/products')).arrayBuffer()).byteLength
    return bytes
  })
  for (const format of ['csv', 'xlsx'])
    for (let time = 1; time <= 3; time += 1)
      await watched(`${format} of ${products.toLocaleString('en')} products, time ${time}`, async () => {
        let bytes = 0
        const answer = await get(`/api/exports/products?format=${format}`)
        if (!answer.ok) throw new Error(`${format}: ${answer.status}`)
        for await (const piece of answer.body ?? []) bytes += piece.length
        return bytes
      })
  return results
}
