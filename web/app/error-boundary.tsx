import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

type ErrorCatchProps = {
  children: ReactNode
  /** When this value changes (usually the path), the boundary resets and renders the children again. */
  resetBy?: string
}
type Caught = { failed: boolean; resetBy: string | undefined }

/** Error boundary: shows the error screen instead of the part of the app that crashed; the rest stays usable. */
export class ErrorBoundary extends Component<ErrorCatchProps, Caught> {
  override state: Caught = { failed: false, resetBy: this.props.resetBy }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  static getDerivedStateFromProps({ resetBy }: ErrorCatchProps, state: Caught): Caught | null {
    return resetBy === state.resetBy ? null : { failed: false, resetBy }
  }

  override render() {
    if (this.state.failed) return <ErrorScreen onRetry={() => this.setState({ failed: false })} />
    return this.props.children
  }
}
