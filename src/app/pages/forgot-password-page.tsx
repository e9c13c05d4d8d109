import { useShopSettings } from '#api/use-shop-settings.ts';
import { paths } from '#contract/paths.ts';
import { LinkButton } from '#ui/button.tsx';
import { EmptyScene } from '#ui/empty-scene.tsx';

export default function ForgotPasswordPage() {
  const designer = useShopSettings()?.designers[0];
  return (
    <div className="page">
      <EmptyScene
        scene="search"
        level={1}
        title="Forgot your password?"
        text="Write to us from the address of your account and we will help you back in."
      >
        {designer && <a href={`mailto:${designer.email}`}>{designer.email}</a>}
        <LinkButton variant="paper" to={paths.signIn.path}>
          Back to sign in
        </LinkButton>
      </EmptyScene>
    </div>
  );
}
