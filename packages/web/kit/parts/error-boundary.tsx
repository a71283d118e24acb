/** What stands between a page and an error that nobody expected. */
import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  fallback(error: unknown): ReactNode;
  children: ReactNode;
}

/** Catches what is thrown while drawing. */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : this.props.fallback(this.state.error);
  }
}
