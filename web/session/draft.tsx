import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from './session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Draft = { at: string; values: unknown }

/** Debounce: saves the draft this long after the last change. */
const saveDelayMs = 500
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/**
 * Autosaves a long form for a new record to local storage, per user, and offers to restore it when the form opens again.
 * Render `notice` above the form; after saving, reset the form and call `forget`. `adapt` drops those parts of a draft
 * that no longer fit.
 */
export function useDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  adapt: (values: Values) => Values = (values) => values,
) {
  const { id } = useUser()
  const key = `draft:${name}:${id}`
  const [found, setFound] = useState(() => readDraft(key))
  const { isDirty } = form.formState
  const keep = useEffectEvent(() => {
    if (!isDirty) return
    writeDraft(key, { at: new Date().toISOString(), values: form.getValues() })
  })
  // Offers the old draft until the user types; then the new text replaces it.
  if (found && isDirty) setFound(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const rest = () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    }
    /** Saves pending changes at once when the user leaves within the debounce time. */
    const keepNow = () => {
      if (waiting.current !== undefined) keep()
      rest()
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        rest()
        waiting.current = setTimeout(keepNow, saveDelayMs)
      },
    })
    window.addEventListener('pagehide', keepNow)
    return () => {
      keepNow()
      stop()
      window.removeEventListener('pagehide', keepNow)
    }
  }, [form])
  const forget = () => {
    clearTimeout(waiting.current)
    waiting.current = undefined
    localStorage.removeItem(key)
    setFound(null)
  }
  const notice: ReactNode = found && (
    <Notice
      title={`Restore draft from ${describe(found.at)}`}
      action={
        <>
          <Button size="sm" variant="ghost" onClick={forget}>
            Discard
          </Button>
          <Button size="sm" onClick={() => form.reset(adapt(found.values as Values), { keepDefaultValues: true })}>
            Restore
          </Button>
        </>
      }
    >
      You have an unsaved draft.
    </Notice>
  )
  return { notice, forget }
}

function describe(at: string) {
  const moment = new Date(at)
  const time = clock.format(moment)
  return day.format(moment) === day.format(new Date()) ? time : `${day.format(moment)}, ${time}`
}

function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null
    return draft && typeof draft.at === 'string' && typeof draft.values === 'object' ? draft : null
  } catch {
    return null
  }
}

// If local storage is full or forbidden, there is just no draft to restore.
function writeDraft(key: string, draft: Draft) {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {}
}
