/** Does something with each of a list, in its order and so many at a time: while one waits for the database, another goes on. */
export async function eachOf<T>(list: readonly T[], act: (one: T) => Promise<void>, lanes = 6): Promise<void> {
  const left = list.values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const one of left) await act(one)
    }),
  )
}
