print("jack-probe")
