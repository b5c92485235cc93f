import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActionMenu, type DocumentActions } from './document-action.tsx'
import { DocumentColumns } from './document-columns.tsx'
import { DocumentProgress } from './document-progress.tsx'
import type { Progress } from './progress-steps.ts'
import { useListOrigin } from '#web/lists/list-neighbours.tsx'
import { listTitle, type RecordPlace } from '#web/records/record-places.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

/** What has to be known of a document at once: with whom, where, when, how much. */
export type HeaderFact = { label: string; value: ReactNode; isAmount?: boolean }

/** The cards beside a document. Whoever knows one document finds everything in the same place of another. */
export type DocumentRail = {
  /** Customer or supplier, and what was agreed with them. */
  party?: ReactNode
  payment?: ReactNode
  shipment?: ReactNode
  documents?: ReactNode
  related?: ReactNode
}

export type DocumentFrameProps = {
  place: RecordPlace
  /** Between the list and the document: a kit above its order. */
  trail?: ReactNode
  number: string
  status: ReactNode
  facts: readonly (HeaderFact | false | null)[]
  progress: Progress | null
  /** What can be done with it; nothing while it is edited. */
  actions?: DocumentActions
  /** The buttons that save it while it is edited: they are in the place of the next action, and stay in sight. */
  saving?: ReactNode
  /** Before the menu: neighbours of the list, printing. */
  tools?: ReactNode
  /** What has to be known before anything is done. */
  notices?: ReactNode
  rail: DocumentRail
  history?: ReactNode
  /** The main column is a document of its own, and all that is printed. */
  printsMainOnly?: boolean
  /** The main column: lines first. */
  children: ReactNode
}

/** The page of a document: the same places for the same things, laid out by the width that it has. */
export function DocumentFrame(props: DocumentFrameProps) {
  const { place, trail, number, status, facts, progress, actions, saving, tools, notices, rail, history } = props
  const { printsMainOnly = false } = props
  const search = useListOrigin()
  const chrome = printsMainOnly ? { 'data-chrome': true } : {}
  return (
    <>
      <div className="@container flex flex-col gap-6 print:[container-type:normal]">
        {/* What stays in sight does so for the whole length of the page, and not of its head. */}
        <div {...chrome} className={saving ? 'contents' : 'flex flex-col gap-4'}>
          <PageHeader
            title={number}
            status={status}
            breadcrumbs={
              <Breadcrumbs>
                <Link to={{ pathname: place.list, search }}>{listTitle(place)}</Link>
                {trail}
              </Breadcrumbs>
            }
            menu={
              actions && (
                <>
                  {tools}
                  <ActionMenu groups={actions.menu} />
                </>
              )
            }
          >
            <HeaderFacts facts={facts.filter((fact) => fact !== false && fact !== null)} />
          </PageHeader>
          <DocumentProgress progress={progress} actions={actions} saving={saving} />
          {notices}
        </div>
        <DocumentColumns
          printsMainOnly={printsMainOnly}
          main={props.children}
          rail={
            <>
              {rail.party}
              {rail.payment}
              {rail.shipment}
              {rail.documents}
              {rail.related}
            </>
          }
          below={history}
        />
      </div>
      {actions?.dialogs}
    </>
  )
}

/** The facts at the head of a document. */
export function HeaderFacts({ facts }: { facts: readonly HeaderFact[] }) {
  return (
    <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-2 @max-xl:grid @max-xl:grid-cols-2 @max-xl:gap-x-4">
      {facts.map(({ label, value, isAmount }) => (
        <div key={label} className="min-w-0 max-w-64">
          <dt className="text-muted text-xs">{label}</dt>
          <dd
            className={`wrap-anywhere text-pretty [&_a]:link empty:before:text-muted empty:before:content-['–'] ${isAmount ? 'figures font-semibold' : ''}`}
          >
            {value === '' ? null : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
