import { todayCalls } from '#contract/studio/today.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Table } from '../../ui/table.tsx';
import { mailProblem } from './mail-problem.ts';
import { RetryMails } from './retry-mails.tsx';

/** The e-mails that failed to send, each with its reason and a retry button. */
export function FailedMails({ onChange }: { readonly onChange: () => Promise<void> }) {
  const failed = useAnswer(todayCalls.failedMails);
  const reload = async () => {
    await Promise.all([failed.reload(), onChange()]);
  };
  return (
    <Card
      title="Failed e-mails"
      text="E-mails are retried for three days, unless the mail server refused them for good. After that, retry them here."
    >
      <Answered of={failed}>
        {({ mails }) => (
          <Table label="Failed e-mails" columns={['To', 'Subject', 'Reason', 'Next try', '']}>
            {mails.map(({ id, recipient, subject, problem, nextTryAt }) => (
              <tr key={id}>
                <td data-label="To" data-free>
                  {recipient}
                </td>
                <td data-label="Subject" data-free>
                  {subject}
                </td>
                <td data-label="Reason" data-free>
                  {mailProblem(problem)}
                </td>
                <td data-label="Next try">
                  {nextTryAt === null ? 'None' : <Instant at={nextTryAt} />}
                </td>
                <td>
                  <RetryMails mail={{ id, recipient }} onDone={reload} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Answered>
    </Card>
  );
}
