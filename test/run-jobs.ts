import type { App } from '#server/app.ts'
import { afterFile } from './after-file.ts'
import type { Client } from './client.ts'

const apps = new Map<string, App>()

/** Remembers the server that answers there until this test file ends, so that its jobs can be run. */
export function noteApp(url: string, app: App): void {
  apps.set(url, app)
  // A server takes 10 MB, and a process runs a hundred files.
  afterFile(() => apps.delete(url))
}

/** Runs what is due on the server of a client, and waits a moment for what is done elsewhere. */
export async function runJobsOf(client: Client): Promise<void> {
  await apps.get(client.url)?.runJobs()
  await new Promise((done) => setTimeout(done, 10))
}
