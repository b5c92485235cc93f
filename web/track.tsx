import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles.css'
import { ErrorBoundary } from '#web/app/error-boundary.tsx'
import { TrackPage } from '#web/logistics/tracking/track-page.tsx'

/* The delivery tracking page for customers: a separate HTML document without a session. */

const root = document.getElementById('root')
if (!root) throw new Error('track.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <TrackPage />
    </ErrorBoundary>
  </StrictMode>,
)
