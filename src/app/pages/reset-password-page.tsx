import { paths } from '#contract/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';

export default function ResetPasswordPage() {
  return (
    <div className="page">
      <EmptyScene
        scene="empty"
        level={1}
        title="New password"
        text="This step follows after the one before it, which was not taken here."
      >
        <LinkButton to={paths.forgotPassword.path}>Start again</LinkButton>
      </EmptyScene>
    </div>
  );
}
