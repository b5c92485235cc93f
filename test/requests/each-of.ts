/**
 * Runs an action for each item of a list, in order, with a limited number at a time: while one waits for the database,
 * another runs.
 */
export async function eachOf<T>(list: readonly T[], act: (one: T) => Promise<void>, lanes = 6): Promise<void> {
  const left = list.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const one of left) await act(one)
    }),
  )
}
