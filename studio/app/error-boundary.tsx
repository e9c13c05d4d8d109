import { Component, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';

interface State {
  readonly hasFailed: boolean;
}

/** Catches every rendering error, including code missing after a deploy, so that the page is never blank. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="page">
        <EmptyScene
          scene="error"
          level={1}
          title="Something went wrong"
          text="Your saved work is safe. Reloading usually fixes this."
        >
          <Button onClick={() => location.reload()}>Reload</Button>
        </EmptyScene>
      </main>
    );
  }
}
