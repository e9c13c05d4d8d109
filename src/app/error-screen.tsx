import { messages } from '#contract/messages/messages.ts';
import { paths } from '#contract/shop/paths.ts';
import { Button } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import styles from './error-screen.module.css';

/** Rendered without router and frame, because either may be what broke. */
export function ErrorScreen() {
  return (
    <main className={styles.screen}>
      <EmptyScene
        scene="error"
        level={1}
        title={messages.errorScreen.title}
        text="Your saved work is safe. Reloading usually fixes this."
      >
        <Button onClick={() => location.reload()}>Reload</Button>
        <Button variant="paper" onClick={() => location.assign(paths.home.path)}>
          Home
        </Button>
      </EmptyScene>
    </main>
  );
}
