import { Link, useNavigate, useParams } from 'react-router';
import { contactId } from '#contract/shop/thread.ts';
import { messageCalls } from '#contract/studio/messages.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Page } from '../../ui/page.tsx';
import { DeleteThread } from './delete-thread.tsx';
import { ThreadCard } from './thread-card.tsx';

/** What a buyer asked about a design, or by the contact form. */
export default function ThreadScreen() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { answer } = useAnswer(messageCalls.studioThread, { params: { kind: 'design', id } });
  return (
    <Page
      title={answer ? `Question from ${answer.name}` : 'Question'}
      back={{ to: '/messages', label: 'All messages' }}
    >
      {answer && (
        <p>
          About{' '}
          {answer.aboutId === contactId ? (
            `“${answer.title}”`
          ) : (
            <Link to={`/designs/${answer.aboutId}`}>{answer.title}</Link>
          )}
          , from <a href={`mailto:${answer.email}`}>{answer.email}</a>
        </p>
      )}
      <ThreadCard kind="design" id={id} />
      {answer && <DeleteThread thread={answer} onDeleted={() => void navigate('/messages')} />}
    </Page>
  );
}
