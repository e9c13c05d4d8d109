import { Component, type ReactNode, Suspense } from 'react';
import { shopClient } from '#api/shop-client.ts';
import { RetryScene } from '#ui/retry-scene.tsx';
import { MissingCodeError, type Screen } from './create-screen.ts';
import { useDocumentTitle } from './document-title.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { RouteArrival } from './route-arrival.tsx';

const title = 'Not saved on this device yet';

function MissingScreen({ onRetry }: { readonly onRetry: () => Promise<void> }) {
  useDocumentTitle('product', title);
  return (
    <div className="page">
      <RetryScene
        scene="offline"
        level={1}
        title={title}
        text="The shop can’t be reached. Pages you opened on this device before still work."
        onRetry={onRetry}
      />
      <RouteArrival />
    </div>
  );
}

interface Props {
  readonly screen: Screen;
  readonly pathname: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly pathname: string;
}

/** If a screen's code doesn't load, keeps the frame around it and offers a retry and the way back (OP-71). */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: null, pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ pathname }: Props, state: State): State | null {
    return pathname === state.pathname ? null : { error: null, pathname };
  }

  override componentDidCatch(): void {
    this.props.screen.forget();
  }

  private readonly retry = async (): Promise<void> => {
    try {
      await this.props.screen.load();
    } catch {
      // The shop answers but its code doesn't load: the document is older than the shop's build.
      await shopClient.request('health');
      location.reload();
      return;
    }
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error instanceof MissingCodeError) return <MissingScreen onRetry={this.retry} />;
    if (error !== null) throw error;
    return <Suspense fallback={<PageSkeleton />}>{this.props.children}</Suspense>;
  }
}
