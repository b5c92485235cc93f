import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActionMenu, type DocumentActions } from './document-action.tsx'
import { DocumentColumns } from './document-columns.tsx'
import { DocumentProgress } from './document-progress.tsx'
import type { Progress } from './progress-steps.ts'
import { useListOrigin } from '#web/lists/list-neighbours.tsx'
import { listTitle, type RecordPlace } from '#web/records/record-places.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'

/** A key fact in the header of a document: party, location, date, amount. */
export type HeaderFact = { label: string; value: ReactNode; isAmount?: boolean }

/** The cards beside a document, in the same order for all kinds of documents. */
export type DocumentRail = {
  /** The customer or supplier, and the terms agreed with them. */
  party?: ReactNode
  payment?: ReactNode
  shipment?: ReactNode
  documents?: ReactNode
  related?: ReactNode
}

export type DocumentFrameProps = {
  place: RecordPlace
  /** Breadcrumbs between the list and the document, such as the kit of a kit order. */
  trail?: ReactNode
  number: string
  status: ReactNode
  facts: readonly (HeaderFact | false | null)[]
  progress: Progress | null
  /** The actions; undefined while the document is edited. */
  actions?: DocumentActions
  /** The save buttons while the document is edited, in the place of the primary action; they stay visible. */
  saving?: ReactNode
  /** Shown before the menu: previous and next document, print. */
  tools?: ReactNode
  /** Notices to read before any action. */
  notices?: ReactNode
  rail: DocumentRail
  history?: ReactNode
  /** The main column is a printable document of its own; only it is printed. */
  printsMainOnly?: boolean
  /** The main column, beginning with the lines. */
  children: ReactNode
}

/** The page of a document, with the same layout for all kinds; responsive to its own width. */
export function DocumentFrame(props: DocumentFrameProps) {
  const { place, trail, number, status, facts, progress, actions, saving, tools, notices, rail, history } = props
  const { printsMainOnly = false } = props
  const search = useListOrigin()
  const chrome = printsMainOnly ? { 'data-chrome': true } : {}
  return (
    <>
      <div className="@container flex flex-col gap-6 print:[container-type:normal]">
        {/* `contents`, so that sticky elements stick over the whole page and not only its header. */}
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

/** The key facts in the header of a document. */
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
