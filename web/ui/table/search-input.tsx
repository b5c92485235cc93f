import { Search, X } from 'lucide-react'
import { useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Input } from '#web/ui/input.tsx'
import { InputButton } from './input-button.tsx'
import { ShortcutsEnabled, useShortcuts } from '#web/ui/shortcuts.ts'

export type SearchInputProps = {
  /** Accessible name, and placeholder by default: "Search orders". */
  label: string
  value: string
  /** Replaces the label as the placeholder: what can be searched. */
  placeholder?: string
  /** Debounced: called 250 ms after the last key. */
  onChange: (value: string) => void
  className?: string
}

/** The search field of a list; the slash key focuses it, Escape clears it. */
export function SearchInput({ label, placeholder = label, value, onChange, className }: SearchInputProps) {
  // The typed text is local state, so that a late answer or refetch never removes a letter.
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const [focused, setFocused] = useState(false)
  const hasShortcut = useContext(ShortcutsEnabled)
  const input = useRef<HTMLInputElement>(null)
  if (value !== known) {
    setKnown(value)
    if (!focused || value === '') setTyped(value)
  }
  const report = useEffectEvent(() => typed !== value && onChange(typed))
  useEffect(() => {
    const wait = setTimeout(() => report(), typed === '' ? 0 : 250)
    return () => clearTimeout(wait)
  }, [typed])
  useShortcuts({
    '/': (event) => {
      event.preventDefault()
      input.current?.select()
      input.current?.focus()
    },
  })
  return (
    <Input
      ref={input}
      type="search"
      aria-label={label}
      aria-keyshortcuts={hasShortcut ? '/' : undefined}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      className={className}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return
        event.preventDefault()
        setTyped('')
      }}
      leading={<Search aria-hidden size={16} />}
      trailing={
        typed === '' ? (
          hasShortcut && (
            <kbd aria-hidden className="rounded-sm border border-line px-1.5 font-sans text-xs max-xl:hidden">
              /
            </kbd>
          )
        ) : (
          <InputButton label="Clear search" onClick={() => setTyped('')}>
            <X aria-hidden size={16} />
          </InputButton>
        )
      }
    />
  )
}
