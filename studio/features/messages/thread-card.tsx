import { useState } from 'react';
import * as v from 'valibot';
import type { ThreadKind } from '#contract/shop/thread.ts';
import { answerTextSchema, messageCalls, type StudioThread } from '#contract/studio/messages.ts';
import { todayCalls } from '#contract/studio/today.ts';
import { pathOf } from '#contract/wire/call.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { requestAgain, useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import form from '../../ui/form.module.css';
import { Instant } from '../../ui/instant.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSendOnce } from '../../ui/use-send-once.ts';
import styles from './messages.module.css';

interface ThreadCardProps {
  readonly kind: ThreadKind;
  readonly id: string;
  /** It no longer waits for the studio. */
  readonly onAnswered?: () => void;
}

/** The messages about a request, an order or a design, and what the studio answers. */
export function ThreadCard({ kind, id, onAnswered }: ThreadCardProps) {
  const params = { kind, id };
  const thread = useAnswer(messageCalls.studioThread, { params });
  const set = (answer: StudioThread) => {
    thread.set(answer);
    requestAgain(todayCalls.waiting);
    onAnswered?.();
  };
  return (
    <Card title="Messages">
      <Answered of={thread}>
        {(answer) => (
          <>
            <Written key={answer.lastAt} thread={answer} params={params} />
            {answer.waitingSince !== null && (
              <Waiting
                thread={answer}
                params={params}
                onDone={set}
                onStale={() => void thread.reload()}
              />
            )}
            <AnswerForm thread={answer} params={params} onSent={set} />
          </>
        )}
      </Answered>
    </Card>
  );
}

interface PartProps {
  readonly thread: StudioThread;
  readonly params: { readonly kind: ThreadKind; readonly id: string };
}

function Written({ thread, params }: PartProps) {
  const [{ messages, hasEarlier }, setShown] = useState(thread);
  const [isBusy, begin] = useBusy('The shop can’t be reached.');
  const earlier = () =>
    begin(async () => {
      const query = { earlierThan: messages[0]?._id };
      const before = await request(messageCalls.studioThread, { params, query });
      setShown({ ...before, messages: [...before.messages, ...messages] });
    });
  return (
    <>
      {hasEarlier && (
        <Button variant="quiet" aria-disabled={isBusy} onClick={() => void earlier()}>
          Earlier messages
        </Button>
      )}
      {messages.length > 0 && (
        <ol className="stack-4">
          {messages.map(({ _id, author, text, pictureIds, createdAt }) => (
            <li key={_id} className={styles.message} data-studio={author !== null || undefined}>
              <p className="note">
                {author ?? thread.name}, <Instant at={createdAt} />
              </p>
              <p className={styles.text}>{text}</p>
              {pictureIds.length > 0 && (
                <ul className={styles.pictures} aria-label="Pictures">
                  {pictureIds.map((pictureId, place) => {
                    const path = pathOf(messageCalls.messagePicture, { id: pictureId });
                    return (
                      <li key={pictureId}>
                        <a href={path} download>
                          <img src={path} alt={`Download reference ${place + 1}`} loading="lazy" />
                        </a>
                      </li>
                    );
                  })}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

interface WaitingProps extends PartProps {
  readonly onDone: (thread: StudioThread) => void;
  readonly onStale: () => void;
}

function Waiting({ thread, params, onDone, onStale }: WaitingProps) {
  const failed = 'The shop can’t be reached. Nothing was changed.';
  const [isBusy, begin] = useBusy(failed, async () => onStale());
  const { waitingSince, messages } = thread;
  const finish = () =>
    begin(async () => {
      const body = { lastId: messages.at(-1)?._id ?? '' };
      onDone(await request(messageCalls.finishThread, { params, body }));
    });
  return (
    <div className="row-3">
      {waitingSince !== null && (
        <p>
          Waits for an answer since <Instant at={waitingSince} />
        </p>
      )}
      <Button variant="paper" aria-disabled={isBusy} onClick={() => void finish()}>
        Mark as done
      </Button>
    </div>
  );
}

const schema = v.object({ text: answerTextSchema });

function AnswerForm({
  thread,
  params,
  onSent,
}: PartProps & { readonly onSent: (thread: StudioThread) => void }) {
  const sendOnce = useSendOnce();
  const fields = useForm({
    schema,
    initial: { text: '' },
    failed: 'The shop can’t be reached. Your message is still here.',
    async send({ text }) {
      onSent(
        await sendOnce(text, (messageId) =>
          request(messageCalls.answerThread, {
            params,
            body: { messageId, text, lastId: thread.messages.at(-1)?._id },
          }),
        ),
      );
      fields.settle({ text }, { text: '' });
      toast.success(`Your message is being sent to ${thread.email}.`);
    },
  });
  return (
    <form className={form.form} onSubmit={fields.submit} noValidate>
      <LeaveGuard isDirty={fields.isDirty} />
      <TextArea label="Your reply" required rows={5} {...fields.field('text')} />
      <div className="line-3">
        <Button {...fields.button}>{fields.isSending ? 'Sending…' : 'Send'}</Button>
      </div>
    </form>
  );
}
