// Says that a file is larger than its form takes when it is chosen: on a slow line, sending it to
// be told so takes minutes. The form is then not sent, and what else is in it stays.
for (const input of document.querySelectorAll<HTMLInputElement>('input[data-max-bytes]'))
  input.addEventListener('change', () => {
    const bytes = input.files?.[0]?.size ?? 0
    const { maxBytes, tooLarge = '' } = input.dataset
    input.setCustomValidity(bytes > Number(maxBytes) ? tooLarge : '')
    input.reportValidity()
  })
