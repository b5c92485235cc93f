import type { App } from '#server/app.ts'
import type { Client } from './client.ts'

const apps = new Map<string, App>()

/** Remembers the server that answers there, so that its jobs can be run. */
export const noteApp = (url: string, app: App) => void apps.set(url, app)

/** Runs what is due on the server of a client, and waits a moment for what is done elsewhere. */
export async function runJobsOf(client: Client): Promise<void> {
  await apps.get(client.url)?.runJobs()
  await new Promise((done) => setTimeout(done, 10))
}
