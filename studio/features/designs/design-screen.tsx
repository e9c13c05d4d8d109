import { useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { DesignEditor } from './design-editor.tsx';

/** How often it is looked for pictures and files that are on their way. */
const lookMs = 3000;

/** One design, to be edited. */
export default function DesignScreen() {
  const { id = '' } = useParams();
  const design = useAnswer('design', { params: { id } });
  const [round, setRound] = useState(0);
  const { images, files } = design.answer?.missing ?? {};
  const isWaiting = images !== undefined || files !== undefined;
  const look = useEffectEvent(() => void design.reload());

  // Pictures and files come by themselves: whether they are there is asked while they aren't.
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function showSaved(): Promise<void> {
    await design.reload();
    setRound(round + 1);
  }

  return (
    <Answered of={design}>
      {(answer) => (
        <DesignEditor
          // Another design is another page; a round begins with what was saved.
          key={`${answer.id} ${round}`}
          design={answer}
          onSaved={design.set}
          onShowSaved={() => void showSaved()}
        />
      )}
    </Answered>
  );
}
