import { ownAccountCalls } from '#contract/studio/own-account.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../api/use-answer.ts';
import { Answered } from '../ui/answered.tsx';
import { Page } from '../ui/page.tsx';
import styles from './owners-only.module.css';

/** Instead of a screen that only owners may open: says whom to ask. */
export function OwnersOnly({ title }: { readonly title: string }) {
  const answer = useAnswer(ownAccountCalls.owners);
  return (
    <Page title={title}>
      <Answered of={answer}>
        {({ owners }) => (
          <EmptyScene scene="empty" title="Only an owner can open this">
            <p className={styles.owners}>
              Please ask {owners.map(({ name, email }) => name || email).join(' or ')}.
            </p>
            <LinkButton to="/today">Go to Today</LinkButton>
          </EmptyScene>
        )}
      </Answered>
    </Page>
  );
}
