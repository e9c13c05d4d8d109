import { useSearchParams } from 'react-router';
import type { AuditLine } from '#contract/studio/audit.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { Pager } from '#ui/pager.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './audit-screen.module.css';
import { fieldName, isInstant, seenWords } from './seen-words.ts';

/** The audit log of the studio: who did what, when, before and after. */
export default function AuditScreen() {
  const [search] = useSearchParams();
  const page = search.get('page') ?? '1';
  const lines = useAnswer('auditLines', { query: { page } });
  return (
    <Page title="Activity log" text="Every change made in the studio, newest first.">
      <Answered of={lines}>
        {({ items, totalPages }) =>
          items.length === 0 ? (
            <EmptyScene scene="empty" title="No activity yet" />
          ) : (
            <>
              <Table label="Activity log" columns={['When', 'Who', 'What', 'Before', 'After']}>
                {items.map((line) => (
                  <Line key={line.id} line={line} />
                ))}
              </Table>
              <Pager
                page={Number(page)}
                totalPages={totalPages}
                pathOf={(to) => `/done?page=${to}`}
              />
            </>
          )
        }
      </Answered>
    </Page>
  );
}

function Line({ line }: { readonly line: AuditLine }) {
  return (
    <tr>
      <td data-label="When">
        <Instant at={line.at} />
      </td>
      <td data-label="Who" data-free>
        {line.actor}
      </td>
      <td data-label="What">
        {line.action}
        {line.subjectId !== '' && <small className={styles.subject}>{line.subjectId}</small>}
      </td>
      <td data-label="Before">
        <Seen fields={line.before} />
      </td>
      <td data-label="After">
        <Seen fields={line.after} />
      </td>
    </tr>
  );
}

function Seen({ fields }: { readonly fields: AuditLine['before'] }) {
  if (fields === null) return <span className={styles.none}>—</span>;
  return (
    <dl className={styles.fields}>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <dt>{fieldName(name)}</dt>
          <dd>{isInstant(value) ? <Instant at={value} /> : seenWords(name, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
