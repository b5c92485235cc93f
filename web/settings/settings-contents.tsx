import { type MouseEvent, useEffect, useState } from 'react'
import { cn } from '#web/ui/class-names.ts'

export interface SettingsPart {
  id: string
  label: string
}

/** The table of contents of the settings: beside them if there is space, else above. */
export function SettingsIndex({ parts }: { parts: readonly SettingsPart[] }) {
  const [open, setOpen] = useOpenPart(parts)
  // Bypasses the router: jumping within the page must not ask about unsaved changes.
  const show = (event: MouseEvent, id: string) => {
    event.preventDefault()
    window.history.replaceState(window.history.state, '', `#${id}`)
    document.getElementById(id)?.scrollIntoView()
    setOpen(id)
  }
  return (
    <nav
      aria-label="Settings"
      className="max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 xl:sticky xl:top-20 xl:w-44 xl:shrink-0 xl:self-start"
    >
      <ul className="flex gap-1 md:flex-wrap xl:flex-col">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === open ? 'location' : undefined}
              onClick={(event) => show(event, id)}
              className={cn(
                'flex items-center whitespace-nowrap rounded-md px-2.5 py-1.5 text-table max-md:min-h-10',
                id === open
                  ? 'bg-accent-soft font-medium text-accent-text'
                  : 'text-secondary hover:bg-subtle hover:text-primary',
              )}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The current part: the last one that starts in the upper third of the window; at the end of the page, the last part. */
function useOpenPart(parts: readonly SettingsPart[]) {
  const [open, setOpen] = useState(parts[0]?.id)
  useEffect(() => {
    function updateOpen() {
      const { scrollHeight } = document.documentElement
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 2
      const begun = parts.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top < innerHeight / 3
      })
      setOpen((isAtEnd ? parts : begun).at(-1)?.id ?? parts[0]?.id)
    }
    updateOpen()
    addEventListener('scroll', updateOpen, { passive: true })
    return () => removeEventListener('scroll', updateOpen)
  }, [parts])
  return [open, setOpen] as const
}
