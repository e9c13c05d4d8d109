import { Paragraphs } from './paragraphs.tsx';
import type { ShownRequest } from './request-access.ts';
import { RequestPart } from './request-part.tsx';
import { RequestPictures } from './request-pictures.tsx';

/** What the buyer wrote and sent. */
export function RequestLetter(part: ShownRequest) {
  const { name, email, designType, description, wants } = part.request;
  const rows = [
    wants === 'yearly_licence' ? ['For', 'A yearly licence'] : ['Design type', designType],
    ['Name', name],
    ['Email', email],
  ] as const;
  return (
    <RequestPart title="Your request">
      <Paragraphs text={description} />
      <RequestPictures {...part} />
      <dl className="facts">
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </RequestPart>
  );
}
