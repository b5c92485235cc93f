import {
  Children,
  Fragment,
  isValidElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { parseDocumentNumber } from '#shared/codes/document-number.ts'
import { cn } from './class-names.ts'
import { unbrokenNumbers } from './table/unbroken-numbers.tsx'

/** Id of the page's heading: it gets the focus when a page opens. */
export const pageTitleId = 'page-title'

export type PageHeaderProps = {
  title: string
  /** A StatusBadge beside the title. */
  status?: ReactNode
  /** One line of text below the title. */
  help?: ReactNode
  /** A Breadcrumbs. */
  breadcrumbs?: ReactNode
  /** The primary Button: the next step. */
  action?: ReactNode
  /** Other actions: a Menu and at most one secondary Button. */
  menu?: ReactNode
  /** Below the header: the facts of a document. */
  children?: ReactNode
}

/** Headers whose action is shown in the empty list below them. */
const withoutAction = new Set<Element>()
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}

/** Shows the page's action only in its empty list: the header hides its own. `place`: an element inside the list. */
export function useActionInList(place: RefObject<Element | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const page = isThere ? place.current?.closest('[data-list]')?.parentElement : null
    const header = page?.querySelector(':scope > [data-page-header]')
    if (!header) return
    withoutAction.add(header)
    notifyWatchers()
    return () => {
      withoutAction.delete(header)
      notifyWatchers()
    }
  }, [place, isThere])
}

/** The header of a page: title, status and primary action. */
export function PageHeader({ title, status, help, breadcrumbs, action: given, menu, children }: PageHeaderProps) {
  const header = useRef<HTMLElement>(null)
  const isInList = useSyncExternalStore(watch, () => header.current !== null && withoutAction.has(header.current))
  const action = isInList ? null : given
  return (
    <header ref={header} data-page-header className="flex flex-col gap-1">
      {breadcrumbs}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div data-page-name className={cn('min-w-0 flex-1', children ? 'basis-52' : 'basis-72')}>
          <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
            <h1
              id={pageTitleId}
              tabIndex={-1}
              className={cn(
                'wrap-anywhere min-w-0 text-balance font-semibold text-xl tracking-tight',
                // Don't break the title at a hyphen.
                parseDocumentNumber(title) && 'whitespace-nowrap',
              )}
            >
              {unbrokenNumbers(title)}
            </h1>
            {status}
          </div>
          {help && <p className="wrap-anywhere max-w-180 text-pretty text-secondary">{help}</p>}
        </div>
        {(action || menu) && (
          <div data-chrome data-page-actions className="flex max-w-full flex-wrap items-center gap-2">
            {/* On a phone, the primary action comes before the menu. */}
            <div data-page-menu className="flex flex-wrap items-center gap-2 empty:hidden max-md:order-last">
              {menu}
            </div>
            {action}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}

/** Breadcrumb links, outermost first. Each child is a link. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  // Skips missing links (`order && <Link …>`).
  const links = Children.toArray(children).flatMap((child) =>
    isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment
      ? Children.toArray(child.props.children)
      : [child],
  )
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex items-center gap-1.5 text-muted text-table [&_a:hover]:text-primary [&_a:hover]:underline [&_a]:block [&_a]:truncate [&_a]:leading-6 [&_a]:rounded-sm">
        {links.map((link, at) => (
          // The links have no id, and their order doesn't change.
          <li
            key={at}
            className={cn('flex items-center gap-1.5', at === links.length - 1 ? 'min-w-0' : 'max-w-3/5 shrink-0')}
          >
            {at > 0 && <span aria-hidden>/</span>}
            <span className="min-w-0 truncate">{link}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
