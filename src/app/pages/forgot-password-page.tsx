export default function ForgotPasswordPage() {
  return (
    <div className="page">
      <h1>Forgot password</h1>
    </div>
  );
}
