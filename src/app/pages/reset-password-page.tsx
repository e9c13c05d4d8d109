export default function ResetPasswordPage() {
  return (
    <div className="page">
      <h1>New password</h1>
    </div>
  );
}
