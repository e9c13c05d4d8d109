import { Link, useSearchParams } from 'react-router';
import {
  type BoardColumn,
  boardColumns,
  type Commission,
  commissionCalls,
  dueTime,
} from '#contract/studio/commissions.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Table } from '../../ui/table.tsx';
import { StateBadge, Turnaround } from './commission-status.tsx';
import styles from './commissions-screen.module.css';
import { CommissionsSwitch } from './commissions-switch.tsx';

const columnNames: Readonly<Record<BoardColumn, string>> = {
  studio: 'Waiting for you',
  drawing: 'Being drawn',
  buyer: 'Waiting for the buyer',
  done: 'Done',
};

const nothing: Readonly<Record<BoardColumn, string>> = {
  studio: 'No requests wait for you',
  drawing: 'No requests are being drawn',
  buyer: 'No requests wait for a buyer',
  done: 'No requests are done yet',
};

/** The switch for custom requests, and the board of requests, a column at a time. */
export default function CommissionsScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const column = boardColumns.find((known) => known === address.get('column')) ?? 'studio';
  const requests = useAnswer(commissionCalls.deskRequests, { query: { page, column } });
  return (
    <Page title="Custom requests" text="Requests for one-of-a-kind designs.">
      <nav aria-label="Requests by whom they wait for">
        <ul className="row-2">
          {boardColumns.map((each) => (
            <li key={each}>
              <Link
                className={styles.tab}
                to={`/customs?column=${each}`}
                aria-current={each === column ? 'page' : undefined}
              >
                {columnNames[each]}
                {requests.answer && ` (${requests.answer.counts[each]})`}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PagedList of={requests} empty={<EmptyScene scene="empty" title={nothing[column]} />}>
        {(items) => (
          <Table
            label={columnNames[column]}
            columns={['From', 'Design', 'State', 'Price', 'Received', 'Due']}
          >
            {items.map((request) => (
              <Row key={request._id} request={request} />
            ))}
          </Table>
        )}
      </PagedList>
      <CommissionsSwitch />
    </Page>
  );
}

function Row({ request }: { readonly request: Commission }) {
  return (
    <tr>
      <td data-label="From" data-free>
        <Link to={`/customs/${request._id}`}>{request.name}</Link>
      </td>
      <td data-label="Design">
        {request.wants === 'yearly_licence' ? 'Yearly licence' : request.designType}
      </td>
      <td data-label="State">
        <StateBadge {...request} />
      </td>
      <td data-label="Price">{request.price === null ? '—' : formatUsd(request.price)}</td>
      <td data-label="Received">
        <Instant at={request.createdAt} />
      </td>
      <td data-label="Due">{dueTime(request) === null ? '—' : <Turnaround request={request} />}</td>
    </tr>
  );
}
