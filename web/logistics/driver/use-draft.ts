import { useEffect, useState } from 'react'
import { deleteDrafts, readDraft, saveDraft } from './drafts.ts'
import { usePhone } from './phone.ts'

type Step = 'load' | 'deliver' | 'deliver-photos' | 'fail' | 'fail-photos'
const draftKey = (step: Step, id: string) => `${step} ${id}`

/** The driver's draft of a step: undefined while loading, null if there is none. */
export function useDraft<T>(step: Step, id: string): T | null | undefined {
  const userId = usePhone().user.id
  const [found, setFound] = useState<T | null>()
  useEffect(() => {
    let isOver = false
    async function read() {
      const entered = (await readDraft(userId, draftKey(step, id))) as T | null
      if (!isOver) setFound(entered)
    }
    void read()
    return () => {
      isOver = true
    }
  }, [userId, step, id])
  return found
}

/** Stores each change of a step's input, except its `initial` value. */
export function useSavedDraft<T>(step: Step, id: string, entered: T, initial: T): void {
  const userId = usePhone().user.id
  useEffect(() => {
    if (entered !== initial) void saveDraft(userId, draftKey(step, id), entered)
  }, [userId, step, id, entered, initial])
}

/** To be called when the load check is recorded. */
export const deleteDraftOfRoute = (id: string): Promise<void> => deleteDrafts([draftKey('load', id)])

/** To be called when the stop is finished. */
export const deleteDraftsOfStop = (id: string): Promise<void> =>
  deleteDrafts((['deliver', 'deliver-photos', 'fail', 'fail-photos'] as const).map((step) => draftKey(step, id)))
