import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

interface State {
  readonly hasFailed: boolean;
}

/** Catches every rendering error, so that the page is never blank. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  // The page that Back leads to may work.
  private readonly mend = (): void => this.setState({ hasFailed: false });

  override componentDidMount(): void {
    addEventListener('popstate', this.mend);
  }

  override componentWillUnmount(): void {
    removeEventListener('popstate', this.mend);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorScreen /> : this.props.children;
  }
}
