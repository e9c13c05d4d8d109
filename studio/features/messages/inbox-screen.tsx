import { Link, useSearchParams } from 'react-router';
import { contactId, type ThreadKind } from '#contract/shop/thread.ts';
import { messageCalls, type ThreadSummary, threadScreen } from '#contract/studio/messages.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './messages.module.css';

const kindNames: Readonly<Record<ThreadKind, string>> = {
  request: 'Custom request',
  order: 'Order',
  design: 'Design',
};

/** All that buyers wrote and were answered, those who wait first. */
export default function InboxScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const threads = useAnswer(messageCalls.inbox, { query: { page } });
  return (
    <Page title="Messages" text="About custom requests, orders and designs; who waits comes first.">
      <PagedList of={threads} empty={<EmptyScene scene="empty" title="Nobody has written yet" />}>
        {(items) => (
          <Table label="Messages" columns={['From', 'About', 'Last message', 'Waits since']}>
            {items.map((thread) => (
              <Row key={thread._id} thread={thread} />
            ))}
          </Table>
        )}
      </PagedList>
    </Page>
  );
}

function Row({ thread }: { readonly thread: ThreadSummary }) {
  const { _id: id, kind, name, title, aboutId, lastText, lastAt, waitingSince } = thread;
  return (
    <tr>
      <td data-label="From" data-free>
        <Link to={threadScreen({ kind, id })}>{name || 'Deleted account'}</Link>
      </td>
      <td data-label="About">{aboutId === contactId ? title : `${kindNames[kind]} ${title}`}</td>
      <td data-label="Last message" data-free>
        <span className={styles.beginning}>{lastText}</span> <Instant at={lastAt} />
      </td>
      <td data-label="Waits since">
        {waitingSince === null ? 'Answered' : <Instant at={waitingSince} />}
      </td>
    </tr>
  );
}
