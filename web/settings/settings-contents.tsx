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
    <nav
      aria-label="Settings"
      className="max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 xl:sticky xl:top-20 xl:w-44 xl:shrink-0 xl:self-start"
    >
      <ul className="flex gap-1 md:flex-wrap xl:flex-col">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => show(event, id)}
              className="flex items-center whitespace-nowrap rounded-md px-2.5 py-1.5 max-md:min-h-10 text-secondary text-table hover:bg-subtle hover:text-primary"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
