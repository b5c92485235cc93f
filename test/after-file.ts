/*
 * Clean-up after each test file. Test files share a process, so a file must close what it has opened. Unlike Vitest's
 * afterAll, this also works when it is called inside of a test.
 */

const ends: (() => unknown)[] = []

/** Registers a function that runs when this test file ends, in reverse order of registration. */
export const afterFile = (end: () => unknown): void => void ends.push(end)

export async function endFile(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end()
}
