import { Component, type ReactNode } from 'react'
import { ErrorState } from '#web/ui/error-state.tsx'

type Props = { children: ReactNode; onRetry: () => void }

/** Error boundary of the map, which is a separate chunk: if it fails to load or crashes, the page stays usable. */
export class MapBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const retry = () => {
      this.props.onRetry()
      this.setState({ hasFailed: false })
    }
    return (
      <ErrorState
        what="The map"
        error={{ message: 'Check your connection and try again.' }}
        onRetry={retry}
        className="h-full justify-center"
      />
    )
  }
}
