import { Link, useSearchParams } from 'react-router';
import {
  type Commission,
  type CommissionStatus,
  commissionStatuses,
} from '#contract/studio/commissions.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Pager } from '#ui/pager.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { pagePath } from '../../ui/page-path.ts';
import { Table } from '../../ui/table.tsx';
import { statusNames, Turnaround } from './commission-status.tsx';
import styles from './commissions-screen.module.css';
import { CommissionsSwitch } from './commissions-switch.tsx';

const nothing: Readonly<Record<CommissionStatus, string>> = {
  open: 'No open requests',
  answered: 'No answered requests',
  closed: 'No closed requests',
};

/** The switch for custom requests, and the requests with one status. */
export default function CommissionsScreen() {
  const [address] = useSearchParams();
  const page = address.get('page') ?? '1';
  const status = commissionStatuses.find((known) => known === address.get('status')) ?? 'open';
  const requests = useAnswer('deskRequests', { query: { page, status } });
  return (
    <Page title="Custom requests" text="Requests for one-of-a-kind designs.">
      <CommissionsSwitch />
      <nav aria-label="Requests by status">
        <ul className="row-2">
          {commissionStatuses.map((each) => (
            <li key={each}>
              <Link
                className={styles.tab}
                to={`/customs?status=${each}`}
                aria-current={each === status ? 'page' : undefined}
              >
                {statusNames[each]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Answered of={requests} isList>
        {({ items, totalPages }) =>
          items.length === 0 ? (
            <EmptyList of={requests}>
              <EmptyScene scene="empty" title={nothing[status]} />
            </EmptyList>
          ) : (
            <>
              <Table
                label={`${statusNames[status]} requests`}
                columns={['From', 'Design', 'Pictures', 'Received', 'Turnaround']}
              >
                {items.map((request) => (
                  <Row key={request._id} request={request} />
                ))}
              </Table>
              <Pager
                page={Number(page)}
                totalPages={totalPages}
                pathOf={(to) => pagePath('/customs', address, to)}
              />
            </>
          )
        }
      </Answered>
    </Page>
  );
}

function Row({ request }: { readonly request: Commission }) {
  return (
    <tr>
      <td data-label="From" data-free>
        <Link to={`/customs/${request._id}`}>{request.name}</Link>
      </td>
      <td data-label="Design">{request.designType}</td>
      <td data-label="Pictures">{request.pictures}</td>
      <td data-label="Received">
        <Instant at={request.createdAt} />
      </td>
      <td data-label="Turnaround">
        <Turnaround {...request} />
      </td>
    </tr>
  );
}
