import type { App } from '#server/app.ts'
import { afterFile } from './after-file.ts'
import type { Client } from './client.ts'

const apps = new Map<string, App>()

/** Remembers the server with this URL until the test file ends, so that `runJobsOf` can run its jobs. */
export function noteApp(url: string, app: App): void {
  apps.set(url, app)
  // Forgotten afterwards: a server takes 10 MB, and a process runs about a hundred test files.
  afterFile(() => apps.delete(url))
}

/** Runs the due jobs on the server of a client, and waits a moment for work in other processes. */
export async function runJobsOf(client: Client): Promise<void> {
  await apps.get(client.url)?.runJobs()
  await new Promise((done) => setTimeout(done, 10))
}
