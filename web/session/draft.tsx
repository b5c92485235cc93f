import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useUser } from './session.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

type Draft = { at: string; values: unknown }

/** Typing rests this long before it is kept. */
const saveDelayMs = 500
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/**
 * Keeps what is typed into a long form for adding something, in this browser and for this user, and offers it again when the
 * form is next opened. Render `notice` above the form; when it is saved, reset it to what was saved and call `forget`. `adapt`: what of a draft
 * still fits what the form is about.
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
  // The offer stands until something is typed: then that is the draft.
  if (found && isDirty) setFound(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const rest = () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    }
    /** Who leaves within the rest loses nothing. */
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

// A browser that keeps nothing (a full or forbidden storage) only loses the offer.
function writeDraft(key: string, draft: Draft) {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
  } catch {}
}
