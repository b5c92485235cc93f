import type { MouseEvent } from 'react'

export interface SettingsPart {
  id: string
  label: string
}

/** The way to each part of the settings: beside them where there is room, above them elsewhere. */
export function SettingsIndex({ parts }: { parts: readonly SettingsPart[] }) {
  // Not by the router: what is typed is left by nobody who stays on the page.
  const show = (event: MouseEvent, id: string) => {
    event.preventDefault()
    window.history.replaceState(window.history.state, '', `#${id}`)
    document.getElementById(id)?.scrollIntoView()
  }
  return (
    <nav aria-label="Settings" className="xl:sticky xl:top-20 xl:w-44 xl:shrink-0 xl:self-start">
      <ul className="flex flex-wrap gap-x-1 gap-y-1 xl:flex-col">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => show(event, id)}
              className="block rounded-md px-2.5 py-1.5 text-secondary text-table hover:bg-subtle hover:text-primary"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
