import { AppPicture } from './app-picture.tsx';

export function CallToAction() {
  return (
    <section className="wide call" aria-labelledby="chamada">
      <div className="call-text">
        <h2 id="chamada">Sua conta fica pronta hoje.</h2>
        <p>Sem tarifa de abertura e sem fila. Você só precisa do seu documento e de alguns minutos.</p>
        <a className="button button-pink" href="/login?tab=cadastrar">
          Abrir minha conta
        </a>
      </div>
      <AppPicture />
    </section>
  );
}

export function Footer({ supportEmail }: { supportEmail: string }) {
  return (
    <footer className="footer" id="contato">
      <div className="wide footer-grid">
        <div>
          <h2>Contato</h2>
          <p>
            <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </p>
          <p>São Bernardo do Campo/SP</p>
        </div>
        <div>
          <h2>Atendimento</h2>
          <p>Segunda a sexta, das 9h às 18h</p>
          <p>
            <a href="/atendimento">Fale com o atendimento</a>
          </p>
        </div>
        <div>
          <h2>Privacidade</h2>
          <p>Central do titular de dados (LGPD): segunda a sexta, das 8h às 18h</p>
          <p>
            <a href="/termos">Termos de uso</a>
          </p>
          <p>
            <a href="/privacidade">Política de privacidade</a>
          </p>
        </div>
      </div>
      <p className="wide footer-end">ValeBank · Serviços para maiores de 18 anos.</p>
    </footer>
  );
}
