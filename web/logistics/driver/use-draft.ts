import { useEffect, useState } from 'react'
import { deleteDrafts, readDraft, saveDraft } from './drafts.ts'
import { usePhone } from './phone.ts'

type Step = 'load' | 'deliver' | 'deliver-photos' | 'fail' | 'fail-photos'
const draftKey = (step: Step, id: string) => `${step} ${id}`

/** What the driver had entered at a step of a route or stop: undefined until the phone has looked, null where there is nothing. */
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

/** Writes down each change of what is entered; `initial` is not the driver's. */
export function useSavedDraft<T>(step: Step, id: string, entered: T, initial: T): void {
  const userId = usePhone().user.id
  useEffect(() => {
    if (entered !== initial) void saveDraft(userId, draftKey(step, id), entered)
  }, [userId, step, id, entered, initial])
}

/** The load check is recorded. */
export const deleteDraftOfRoute = (id: string): Promise<void> => deleteDrafts([draftKey('load', id)])

/** The stop has its end. */
export const deleteDraftsOfStop = (id: string): Promise<void> =>
  deleteDrafts((['deliver', 'deliver-photos', 'fail', 'fail-photos'] as const).map((step) => draftKey(step, id)))
